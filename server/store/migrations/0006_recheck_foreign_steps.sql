-- Steps whose code, expressions or settings are those of another product count as foreign: all flows are counted again.
UPDATE "flow" SET "validation_summary" = NULL;
