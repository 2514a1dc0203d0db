CREATE TABLE "solved_reason" (
	"account_id" text NOT NULL,
	"reason" text NOT NULL,
	"solved_at" timestamp (3) with time zone NOT NULL,
	"solved_by_id" text NOT NULL,
	"solved_by_name" text NOT NULL,
	CONSTRAINT "solved_reason_account_id_reason_pk" PRIMARY KEY("account_id","reason")
);
--> statement-breakpoint
ALTER TABLE "solved_reason" ADD CONSTRAINT "solved_reason_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "run" SET "cost_breakdown" = (
  SELECT jsonb_agg("line" || jsonb_build_object('tool', NULL) ORDER BY "seq")
  FROM jsonb_array_elements("run"."cost_breakdown") WITH ORDINALITY AS "lines"("line", "seq"))
FROM "flow" WHERE "flow"."account_id" = "run"."account_id" AND "flow"."id" = "run"."flow_id" AND "flow"."version" = "run"."flow_version"
  AND NOT "run"."sample" AND "run"."cost_breakdown" <> '[]' AND NOT EXISTS (
    SELECT 1 FROM "flow_binding" WHERE "flow_binding"."account_id" = "flow"."account_id" AND "flow_binding"."flow_id" = "flow"."id"
      AND "flow_binding"."kind" = 'tool');--> statement-breakpoint
UPDATE "run" SET "cost_breakdown" = (
  SELECT jsonb_agg(CASE WHEN "line" ->> 'kind' = 'call' THEN "line" || jsonb_build_object('tool', (
    SELECT jsonb_build_object('id', "tool"."id", 'name', "tool"."name") FROM "tool" WHERE "tool"."account_id" = "run"."account_id"
      AND "tool"."sample" AND "tool"."name" = "line" ->> 'label' LIMIT 1)) ELSE "line" END ORDER BY "seq")
  FROM jsonb_array_elements("run"."cost_breakdown") WITH ORDINALITY AS "lines"("line", "seq"))
WHERE "run"."sample" AND "run"."cost_breakdown" <> '[]';
