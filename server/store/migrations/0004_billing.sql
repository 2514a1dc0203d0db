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
ALTER TABLE "budget" ADD CONSTRAINT "budget_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_kind" ON "ledger" USING btree ("account_id","kind","at","seq");