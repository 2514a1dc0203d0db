ALTER TABLE "budget" ADD COLUMN "action" text DEFAULT 'warn' NOT NULL;--> statement-breakpoint
ALTER TABLE "budget" ADD COLUMN "paused_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flow" ADD COLUMN "paused_by" jsonb;--> statement-breakpoint
CREATE INDEX "flow_paused_by" ON "flow" USING btree ("account_id") WHERE "flow"."paused_by" is not null;