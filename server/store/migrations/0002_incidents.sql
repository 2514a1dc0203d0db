CREATE TABLE "alert" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"secrets" "bytea",
	"incident_kinds" text[] DEFAULT '{}'::text[] NOT NULL,
	"quiet_hours" jsonb,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_status" text,
	"last_detail" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_message" (
	"account_id" text NOT NULL,
	"incident_id" text NOT NULL,
	"phase" text NOT NULL,
	"alert_id" text NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_message_account_id_incident_id_phase_alert_id_pk" PRIMARY KEY("account_id","incident_id","phase","alert_id")
);
--> statement-breakpoint
CREATE TABLE "incident" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"subject_noun" text DEFAULT '' NOT NULL,
	"subject_id" text DEFAULT '' NOT NULL,
	"subject_name" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"figures" jsonb NOT NULL,
	"path" text NOT NULL,
	"rank" integer NOT NULL,
	"level" integer DEFAULT 0 NOT NULL,
	"open_count" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"over_at" timestamp (3) with time zone,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "incident_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "schedule_watch" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"node_id" text NOT NULL,
	"cron" text NOT NULL,
	"zone" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"missed_at" timestamp (3) with time zone,
	"misses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "schedule_watch_account_id_flow_id_node_id_pk" PRIMARY KEY("account_id","flow_id","node_id")
);
--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_account_id_incident_id_incident_account_id_id_fk" FOREIGN KEY ("account_id","incident_id") REFERENCES "public"."incident"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_account_id_alert_id_alert_account_id_id_fk" FOREIGN KEY ("account_id","alert_id") REFERENCES "public"."alert"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident" ADD CONSTRAINT "incident_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_watch" ADD CONSTRAINT "schedule_watch_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_message_unsent" ON "alert_message" USING btree ("status","due_at") WHERE "alert_message"."status" in ('waiting', 'queued');--> statement-breakpoint
CREATE UNIQUE INDEX "incident_open" ON "incident" USING btree ("account_id","kind","subject_noun","subject_id") WHERE "incident"."over_at" is null;--> statement-breakpoint
CREATE INDEX "incident_rank" ON "incident" USING btree ("account_id","rank","opened_at","id");