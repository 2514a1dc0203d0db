CREATE TABLE "flow_version" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" jsonb,
	"source" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"node_count" integer NOT NULL,
	"edge_count" integer NOT NULL,
	"changes" jsonb,
	"summary" text DEFAULT '' NOT NULL,
	"live_since" timestamp (3) with time zone,
	"whole_number" integer NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "flow_version_account_id_flow_id_number_pk" PRIMARY KEY("account_id","flow_id","number")
);
--> statement-breakpoint
CREATE TABLE "run_version" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"number" integer NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"runs" integer NOT NULL,
	"failed" integer NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "run_version_account_id_flow_id_number_is_test_sample_pk" PRIMARY KEY("account_id","flow_id","number","is_test","sample")
);
--> statement-breakpoint
-- Until now the number counted all changes of a flow, of which none changed its definition: all runs used its version 1.
ALTER TABLE "run" DROP COLUMN "flow_version";--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "flow_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "flow" ADD COLUMN "live_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "flow" ADD COLUMN "draft_version" integer;--> statement-breakpoint
ALTER TABLE "flow_binding" ADD COLUMN "is_live" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_version" ADD CONSTRAINT "flow_version_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_version" ADD CONSTRAINT "run_version_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "run_version" ("account_id", "flow_id", "number", "is_test", "sample", "runs", "failed", "cost")
SELECT "account_id", "flow_id", 1, "is_test", "sample", sum("runs")::integer,
  coalesce(sum("runs") FILTER (WHERE "status" IN ('failed', 'timed_out')), 0)::integer, sum("cost")::bigint
FROM "run_day" GROUP BY 1, 2, 4, 5;
