CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"low_balance_threshold" bigint DEFAULT 1000000 NOT NULL,
	"credit_limit" bigint DEFAULT 0 NOT NULL,
	"flow_cost_since" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	"actor_name" text,
	"action" text NOT NULL,
	"noun" text,
	"object_id" text,
	"object_name" text,
	"address" text,
	CONSTRAINT "activity_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "budget" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"flow_id" text,
	"flow_name" text,
	"period" text NOT NULL,
	"zone" text NOT NULL,
	"amount" bigint NOT NULL,
	"thresholds" integer[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budget_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "channel" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"identifier" text,
	"provider" text,
	"status" text NOT NULL,
	"status_reason" text,
	"flow_id" text,
	"flow_name" text,
	"quality" text,
	"pending_count" integer DEFAULT 0 NOT NULL,
	"last_event_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"token" text,
	"secrets" "bytea",
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "channel_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "channel_leaving" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"channel_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"token" text NOT NULL,
	"secrets" "bytea",
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_leaving_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "channel_state" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"channel_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	CONSTRAINT "channel_state_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"channel_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"external_id" text,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"body" text,
	"size" integer DEFAULT 0 NOT NULL,
	"verdict" text NOT NULL,
	"answer" integer NOT NULL,
	"detail" text,
	"run_id" text,
	"replay_of" text,
	CONSTRAINT "delivery_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"company" text,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "contact_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_identity" (
	"account_id" text NOT NULL,
	"channel_type" text NOT NULL,
	"external_id" text NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "contact_identity_account_id_channel_type_external_id_pk" PRIMARY KEY("account_id","channel_type","external_id")
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"number" integer NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"channel_id" text,
	"channel_name" text,
	"channel_type" text,
	"contact_id" text NOT NULL,
	"assignee_id" text,
	"assignee_name" text,
	"team" text,
	"labels" text[] DEFAULT '{}'::text[] NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"last_message" jsonb,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"flow_id" text,
	"flow_name" text,
	"handled_by" text NOT NULL,
	"last_run" jsonb,
	"total_cost" bigint DEFAULT 0 NOT NULL,
	"external_id" text,
	"can_reply" boolean DEFAULT true NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"custom_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "conversation_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"direction" text NOT NULL,
	"author" text NOT NULL,
	"author_name" text,
	"text" text NOT NULL,
	"run_id" text,
	"delivery" text,
	"external_id" text,
	"sent_key" text,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "executor" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"is_reaping" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"node_count" integer DEFAULT 0 NOT NULL,
	"edge_count" integer DEFAULT 0 NOT NULL,
	"trigger_types" text[] DEFAULT '{}'::text[] NOT NULL,
	"run_count" integer DEFAULT 0 NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_run_status" text,
	"recent_cost" bigint DEFAULT 0 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"created_by_id" text,
	"created_by_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "flow_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "flow_binding" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"target_id" text,
	CONSTRAINT "flow_binding_account_id_flow_id_kind_key_pk" PRIMARY KEY("account_id","flow_id","kind","key")
);
--> statement-breakpoint
CREATE TABLE "flow_document" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "flow_document_account_id_flow_id_pk" PRIMARY KEY("account_id","flow_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"object_id" text,
	"answer" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "bulk_change" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"matched" integer NOT NULL,
	"changed" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"undone" jsonb,
	CONSTRAINT "bulk_change_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "bulk_row" (
	"account_id" text NOT NULL,
	"bulk_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "bulk_row_account_id_bulk_id_conversation_id_pk" PRIMARY KEY("account_id","bulk_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "view" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"ordering" text,
	"is_shared" boolean DEFAULT false NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "view_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "view_place" (
	"account_id" text NOT NULL,
	"view_id" text NOT NULL,
	"caller_id" text NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	CONSTRAINT "view_place_account_id_view_id_caller_id_pk" PRIMARY KEY("account_id","view_id","caller_id")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"account_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"micros" bigint NOT NULL,
	"run_id" text,
	"key" text NOT NULL,
	"note" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ledger_account_id_seq_pk" PRIMARY KEY("account_id","seq")
);
--> statement-breakpoint
CREATE TABLE "ledger_day" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_day_account_id_day_kind_sample_pk" PRIMARY KEY("account_id","day","kind","sample")
);
--> statement-breakpoint
CREATE TABLE "run" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"flow_id" text NOT NULL,
	"flow_name" text NOT NULL,
	"flow_version" integer NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"cost" bigint DEFAULT 0 NOT NULL,
	"cost_breakdown" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"usage" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"conversation_id" text,
	"conversation_number" integer,
	"channel_id" text,
	"channel_name" text,
	"channel_type" text,
	"error_code" text,
	"error_message" text,
	"error_node_id" text,
	"parent_run" text,
	"retry_of" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"source_key" text,
	"trigger_node_id" text,
	"input" jsonb,
	"output" jsonb,
	"parent_key" text,
	"lease" integer DEFAULT 0 NOT NULL,
	"segment" integer DEFAULT 0 NOT NULL,
	"is_cancelling" boolean DEFAULT false NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "run_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "run_day" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"flow_id" text NOT NULL,
	"channel_id" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"runs" integer NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "run_day_account_id_day_flow_id_channel_id_status_trigger_is_test_sample_pk" PRIMARY KEY("account_id","day","flow_id","channel_id","status","trigger","is_test","sample")
);
--> statement-breakpoint
CREATE TABLE "run_step" (
	"account_id" text NOT NULL,
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"node_id" text NOT NULL,
	"node_name" text NOT NULL,
	"node_type" text NOT NULL,
	"status" text NOT NULL,
	"handle" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"attempt" integer DEFAULT 1 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"error" jsonb,
	"output" jsonb,
	"key" text,
	"input" jsonb,
	"is_reused" boolean DEFAULT false NOT NULL,
	"lease" integer DEFAULT 0 NOT NULL,
	"wake_at" timestamp (3) with time zone,
	"event" text,
	"payload" jsonb,
	CONSTRAINT "run_step_account_id_run_id_seq_pk" PRIMARY KEY("account_id","run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "tool" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"input_schema" jsonb,
	"output_schema" jsonb,
	"config" jsonb NOT NULL,
	"secrets" "bytea",
	"version" integer DEFAULT 1 NOT NULL,
	"cost_hint" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tool_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "tool_day" (
	"account_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"errors" integer NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "tool_day_account_id_tool_id_day_pk" PRIMARY KEY("account_id","tool_id","day")
);
--> statement-breakpoint
CREATE TABLE "tool_trial" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"tool_id" text NOT NULL,
	"executor" text NOT NULL,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"bookings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tool_trial_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "tool_version" (
	"account_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	"actor_name" text,
	"changed" text[] DEFAULT '{}'::text[] NOT NULL,
	"changed_secrets" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "tool_version_account_id_tool_id_number_pk" PRIMARY KEY("account_id","tool_id","number")
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"subject" text NOT NULL,
	"provider" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"start" text NOT NULL,
	"hash" text NOT NULL,
	"created_by_id" text,
	"created_by_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget" ADD CONSTRAINT "budget_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_leaving" ADD CONSTRAINT "channel_leaving_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_state" ADD CONSTRAINT "channel_state_account_id_channel_id_channel_account_id_id_fk" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channel"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact" ADD CONSTRAINT "contact_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_identity" ADD CONSTRAINT "contact_identity_account_id_contact_id_contact_account_id_id_fk" FOREIGN KEY ("account_id","contact_id") REFERENCES "public"."contact"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_account_id_contact_id_contact_account_id_id_fk" FOREIGN KEY ("account_id","contact_id") REFERENCES "public"."contact"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_account_id_conversation_id_conversation_account_id_id_fk" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversation"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow" ADD CONSTRAINT "flow_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_binding" ADD CONSTRAINT "flow_binding_account_id_flow_id_flow_account_id_id_fk" FOREIGN KEY ("account_id","flow_id") REFERENCES "public"."flow"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_document" ADD CONSTRAINT "flow_document_account_id_flow_id_flow_account_id_id_fk" FOREIGN KEY ("account_id","flow_id") REFERENCES "public"."flow"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_change" ADD CONSTRAINT "bulk_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_account_id_bulk_id_bulk_change_account_id_id_fk" FOREIGN KEY ("account_id","bulk_id") REFERENCES "public"."bulk_change"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view" ADD CONSTRAINT "view_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_place" ADD CONSTRAINT "view_place_account_id_view_id_view_account_id_id_fk" FOREIGN KEY ("account_id","view_id") REFERENCES "public"."view"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_day" ADD CONSTRAINT "ledger_day_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_day" ADD CONSTRAINT "run_day_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_step" ADD CONSTRAINT "run_step_account_id_run_id_run_account_id_id_fk" FOREIGN KEY ("account_id","run_id") REFERENCES "public"."run"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool" ADD CONSTRAINT "tool_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_day" ADD CONSTRAINT "tool_day_account_id_tool_id_tool_account_id_id_fk" FOREIGN KEY ("account_id","tool_id") REFERENCES "public"."tool"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_trial" ADD CONSTRAINT "tool_trial_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_version" ADD CONSTRAINT "tool_version_account_id_tool_id_tool_account_id_id_fk" FOREIGN KEY ("account_id","tool_id") REFERENCES "public"."tool"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key" ADD CONSTRAINT "key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key" ADD CONSTRAINT "key_created_by_id_person_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "channel_flow" ON "channel" USING btree ("account_id","flow_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_token" ON "channel" USING btree ("token");--> statement-breakpoint
CREATE INDEX "channel_leaving_since" ON "channel_leaving" USING btree ("since");--> statement-breakpoint
CREATE INDEX "channel_state_at" ON "channel_state" USING btree ("account_id","channel_id","at","id");--> statement-breakpoint
CREATE INDEX "delivery_at" ON "delivery" USING btree ("account_id","channel_id","at","id");--> statement-breakpoint
CREATE INDEX "delivery_external" ON "delivery" USING btree ("account_id","channel_id","external_id");--> statement-breakpoint
CREATE INDEX "contact_name" ON "contact" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "contact_email" ON "contact" USING btree ("account_id",lower("email"));--> statement-breakpoint
CREATE INDEX "contact_phone" ON "contact" USING btree ("account_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_external" ON "conversation" USING btree ("account_id","channel_id","external_id") WHERE "conversation"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_number" ON "conversation" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "conversation_last" ON "conversation" USING btree ("account_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_status" ON "conversation" USING btree ("account_id","status","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_assignee" ON "conversation" USING btree ("account_id","assignee_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_channel" ON "conversation" USING btree ("account_id","channel_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_flow" ON "conversation" USING btree ("account_id","flow_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_contact" ON "conversation" USING btree ("account_id","contact_id");--> statement-breakpoint
CREATE INDEX "conversation_priority" ON "conversation" USING btree ("account_id","priority","id");--> statement-breakpoint
CREATE INDEX "conversation_cost" ON "conversation" USING btree ("account_id","total_cost","id");--> statement-breakpoint
CREATE INDEX "conversation_waiting" ON "conversation" USING btree ("account_id","waiting_since","id");--> statement-breakpoint
CREATE INDEX "conversation_created" ON "conversation" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "conversation_updated" ON "conversation" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "conversation_unread" ON "conversation" USING btree ("account_id","last_message_at","id") WHERE "conversation"."unread_count" > 0;--> statement-breakpoint
CREATE INDEX "conversation_snoozed" ON "conversation" USING btree ("snoozed_until") WHERE "conversation"."status" = 'snoozed';--> statement-breakpoint
CREATE INDEX "conversation_labels" ON "conversation" USING gin ("labels");--> statement-breakpoint
CREATE INDEX "conversation_search" ON "conversation" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "message_sent" ON "message" USING btree ("account_id","sent_key") WHERE "message"."sent_key" is not null;--> statement-breakpoint
CREATE INDEX "message_at" ON "message" USING btree ("account_id","conversation_id","at","id");--> statement-breakpoint
CREATE INDEX "flow_updated" ON "flow" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "flow_created" ON "flow" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "flow_name" ON "flow" USING btree ("account_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "flow_runs" ON "flow" USING btree ("account_id","run_count","id");--> statement-breakpoint
CREATE INDEX "flow_last_run" ON "flow" USING btree ("account_id","last_run_at","id");--> statement-breakpoint
CREATE INDEX "flow_nodes" ON "flow" USING btree ("account_id","node_count","id");--> statement-breakpoint
CREATE INDEX "flow_status" ON "flow" USING btree ("account_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "flow_status_order" ON "flow" USING btree ("account_id",array_position(array['active', 'paused', 'draft', 'archived'], "status"),"id");--> statement-breakpoint
CREATE INDEX "flow_cost" ON "flow" USING btree ("account_id","recent_cost","id");--> statement-breakpoint
CREATE INDEX "flow_tags" ON "flow" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "flow_binding_target" ON "flow_binding" USING btree ("account_id","kind","target_id");--> statement-breakpoint
CREATE INDEX "idempotency_at" ON "idempotency" USING btree ("at");--> statement-breakpoint
CREATE INDEX "bulk_change_expires" ON "bulk_change" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "view_name" ON "view" USING btree ("account_id",(case when "is_shared" then '' else "owner_id" end),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "view_place_default" ON "view_place" USING btree ("account_id","caller_id") WHERE "view_place"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_key" ON "ledger" USING btree ("account_id","key");--> statement-breakpoint
CREATE INDEX "ledger_run" ON "ledger" USING btree ("account_id","run_id");--> statement-breakpoint
CREATE INDEX "ledger_at" ON "ledger" USING btree ("account_id","at","seq");--> statement-breakpoint
CREATE INDEX "ledger_kind" ON "ledger" USING btree ("account_id","kind","at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "run_source" ON "run" USING btree ("account_id","source_key") WHERE "run"."source_key" is not null;--> statement-breakpoint
CREATE INDEX "run_open" ON "run" USING btree ("account_id","started_at") WHERE "run"."finished_at" is null and not "run"."sample";--> statement-breakpoint
CREATE INDEX "run_uncounted" ON "run" USING btree ("finished_at") WHERE not "run"."is_counted";--> statement-breakpoint
CREATE INDEX "run_parent" ON "run" USING btree ("account_id","parent_run") WHERE "run"."parent_run" is not null;--> statement-breakpoint
CREATE INDEX "run_started" ON "run" USING btree ("account_id","started_at","id");--> statement-breakpoint
CREATE INDEX "run_flow" ON "run" USING btree ("account_id","flow_id","started_at","id");--> statement-breakpoint
CREATE INDEX "run_status" ON "run" USING btree ("account_id","status","started_at","id");--> statement-breakpoint
CREATE INDEX "run_channel" ON "run" USING btree ("account_id","channel_id","started_at","id");--> statement-breakpoint
CREATE INDEX "run_conversation" ON "run" USING btree ("account_id","conversation_id","started_at");--> statement-breakpoint
CREATE INDEX "run_cost" ON "run" USING btree ("account_id","cost","id");--> statement-breakpoint
CREATE INDEX "run_duration" ON "run" USING btree ("account_id","duration_ms","id");--> statement-breakpoint
CREATE INDEX "run_error" ON "run" USING btree ("account_id","error_code","started_at","id") WHERE "run"."error_code" is not null;--> statement-breakpoint
CREATE INDEX "run_day_flow" ON "run_day" USING btree ("account_id","flow_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "run_step_key" ON "run_step" USING btree ("account_id","run_id","key","attempt") WHERE "run_step"."key" is not null;--> statement-breakpoint
CREATE INDEX "run_step_event" ON "run_step" USING btree ("account_id","event") WHERE "run_step"."event" is not null and "run_step"."status" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "tool_key" ON "tool" USING btree ("account_id","key");--> statement-breakpoint
CREATE INDEX "tool_category" ON "tool" USING btree ("account_id","category","id");--> statement-breakpoint
CREATE INDEX "credential_person" ON "credential" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "key_account" ON "key" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "person_account" ON "person" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "session_person" ON "session" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
-- Written by hand, because drizzle knows no statistics: a failed run has an error code and the others have hardly any, and
-- taken one by one, a question for both seems to find next to nothing.
CREATE STATISTICS "run_status_error" (dependencies, mcv) ON "status", "error_code" FROM "run";
