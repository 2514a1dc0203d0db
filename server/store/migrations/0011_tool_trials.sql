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
ALTER TABLE "tool_trial" ADD CONSTRAINT "tool_trial_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;