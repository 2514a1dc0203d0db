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
ALTER TABLE "channel_state" ADD CONSTRAINT "channel_state_account_id_channel_id_channel_account_id_id_fk" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channel"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_state_at" ON "channel_state" USING btree ("account_id","channel_id","at","id");