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
CREATE TABLE "contact_identity" (
	"account_id" text NOT NULL,
	"channel_type" text NOT NULL,
	"external_id" text NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "contact_identity_account_id_channel_type_external_id_pk" PRIMARY KEY("account_id","channel_type","external_id")
);
--> statement-breakpoint
CREATE TABLE "executor" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"is_reaping" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "config" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "channel" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "sent_key" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "source_key" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "trigger_node_id" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "input" jsonb;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "output" jsonb;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "parent_key" text;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "lease" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "segment" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "is_cancelling" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "deadline_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "reserved" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "is_counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "input" jsonb;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "is_reused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "lease" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "wake_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "event" text;--> statement-breakpoint
ALTER TABLE "run_step" ADD COLUMN "payload" jsonb;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_identity" ADD CONSTRAINT "contact_identity_account_id_contact_id_contact_account_id_id_fk" FOREIGN KEY ("account_id","contact_id") REFERENCES "public"."contact"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_at" ON "delivery" USING btree ("account_id","channel_id","at","id");--> statement-breakpoint
CREATE INDEX "delivery_external" ON "delivery" USING btree ("account_id","channel_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_token" ON "channel" USING btree ("token");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_external" ON "conversation" USING btree ("account_id","channel_id","external_id") WHERE "conversation"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_sent" ON "message" USING btree ("account_id","sent_key") WHERE "message"."sent_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_source" ON "run" USING btree ("account_id","source_key") WHERE "run"."source_key" is not null;--> statement-breakpoint
CREATE INDEX "run_open" ON "run" USING btree ("account_id","started_at") WHERE "run"."finished_at" is null and not "run"."sample";--> statement-breakpoint
CREATE INDEX "run_uncounted" ON "run" USING btree ("finished_at") WHERE not "run"."is_counted";--> statement-breakpoint
CREATE INDEX "run_parent" ON "run" USING btree ("account_id","parent_run") WHERE "run"."parent_run" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_step_key" ON "run_step" USING btree ("account_id","run_id","key","attempt") WHERE "run_step"."key" is not null;--> statement-breakpoint
CREATE INDEX "run_step_event" ON "run_step" USING btree ("account_id","event") WHERE "run_step"."event" is not null and "run_step"."status" = 'waiting';