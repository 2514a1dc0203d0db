CREATE TABLE "sample_progress" (
	"account_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"flows" integer NOT NULL,
	"conversations" integer NOT NULL,
	"runs" integer NOT NULL,
	"stage" text DEFAULT 'conversations' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sample_progress_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
ALTER TABLE "budget" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sample_progress" ADD CONSTRAINT "sample_progress_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;