ALTER TABLE "flow" ADD COLUMN "validation_summary" jsonb;--> statement-breakpoint
CREATE INDEX "flow_unchecked" ON "flow" USING btree ("account_id","id") WHERE "flow"."validation_summary" is null;