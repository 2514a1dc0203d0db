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
ALTER TABLE "contact" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_change" ADD CONSTRAINT "bulk_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_row" ADD CONSTRAINT "bulk_row_account_id_bulk_id_bulk_change_account_id_id_fk" FOREIGN KEY ("account_id","bulk_id") REFERENCES "public"."bulk_change"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view" ADD CONSTRAINT "view_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_place" ADD CONSTRAINT "view_place_account_id_view_id_view_account_id_id_fk" FOREIGN KEY ("account_id","view_id") REFERENCES "public"."view"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_change_expires" ON "bulk_change" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "view_name" ON "view" USING btree ("account_id",(case when "is_shared" then '' else "owner_id" end),lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "view_place_default" ON "view_place" USING btree ("account_id","caller_id") WHERE "view_place"."is_default";