CREATE TABLE "deleted_flow" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"node_count" integer NOT NULL,
	"run_count" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"row" jsonb NOT NULL,
	"bindings" jsonb NOT NULL,
	"body" text,
	"channels" text[] DEFAULT '{}'::text[] NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "deleted_flow_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "deleted_flow" ADD CONSTRAINT "deleted_flow_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_flow_at" ON "deleted_flow" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "deleted_flow_expires" ON "deleted_flow" USING btree ("expires_at");