CREATE TABLE "run_bulk" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"action" text NOT NULL,
	"retry_from" text,
	"status" text NOT NULL,
	"trial" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "run_bulk_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "run_bulk_item" (
	"account_id" text NOT NULL,
	"bulk_id" text NOT NULL,
	"seq" integer NOT NULL,
	"run_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"flow_name" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"detail" text,
	"retry_id" text,
	CONSTRAINT "run_bulk_item_account_id_bulk_id_seq_pk" PRIMARY KEY("account_id","bulk_id","seq")
);
--> statement-breakpoint
DROP INDEX "view_name";--> statement-breakpoint
DROP INDEX "view_place_default";--> statement-breakpoint
ALTER TABLE "flow" ADD COLUMN "recent_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "view" ADD COLUMN "list" text DEFAULT 'conversation' NOT NULL;--> statement-breakpoint
ALTER TABLE "view_place" ADD COLUMN "list" text DEFAULT 'conversation' NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "reason" text GENERATED ALWAYS AS (case when status in ('failed', 'timed_out', 'blocked') then substr(md5(
  flow_id || chr(10) || coalesce(error_node_id, '') || chr(10) || coalesce(error_code, '') || chr(10) ||
  regexp_replace(regexp_replace(left(coalesce(error_message, ''), 1000), '“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"|(?<![A-Za-z0-9])''[^'']*''(?![A-Za-z0-9])', '""', 'g'), '[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?(\.[0-9]+)?|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|(?<![A-Za-z0-9_])(?=([A-Za-z0-9_]*[A-Za-z_])?[0-9]{1,2}[A-Za-z])[A-Za-z0-9_]{8,}|(?<![A-Za-z0-9_])(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]{8,}(?![A-Za-z0-9_])|[0-9]{4}-[0-9]{2}-[0-9]{2}T?|[0-9]{4,}', '#', 'g')
  ), 1, 16) end) STORED;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "retried_as" text;--> statement-breakpoint
ALTER TABLE "run_bulk" ADD CONSTRAINT "run_bulk_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_bulk_item" ADD CONSTRAINT "run_bulk_item_account_id_bulk_id_run_bulk_account_id_id_fk" FOREIGN KEY ("account_id","bulk_id") REFERENCES "public"."run_bulk"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_bulk_created" ON "run_bulk" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "run_bulk_open" ON "run_bulk" USING btree ("created_at") WHERE "run_bulk"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "run_bulk_item_waiting" ON "run_bulk_item" USING btree ("account_id","bulk_id","seq") WHERE "run_bulk_item"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "flow_failures" ON "flow" USING btree ("account_id","recent_failures","id");--> statement-breakpoint
CREATE INDEX "run_reason" ON "run" USING btree ("account_id","reason","started_at","id") WHERE "run"."reason" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "view_name" ON "view" USING btree ("account_id","list",(case when "is_shared" then '' else "owner_id" end),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "view_place_default" ON "view_place" USING btree ("account_id","caller_id","list") WHERE "view_place"."is_default";--> statement-breakpoint
UPDATE "run" SET "retried_as" = "retry"."id" FROM (
  SELECT DISTINCT ON ("account_id", "retry_of") "account_id", "retry_of", "id" FROM "run"
  WHERE "retry_of" IS NOT NULL ORDER BY "account_id", "retry_of", "started_at" DESC, "id" DESC
) "retry" WHERE "run"."account_id" = "retry"."account_id" AND "run"."id" = "retry"."retry_of";--> statement-breakpoint
UPDATE "account" SET "flow_cost_since" = NULL;
