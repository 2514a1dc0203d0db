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
ALTER TABLE "channel_leaving" ADD CONSTRAINT "channel_leaving_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_leaving_since" ON "channel_leaving" USING btree ("since");