CREATE TABLE "flow_text" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"search_text" text NOT NULL,
	"lines" text[] DEFAULT '{}'::text[] NOT NULL,
	"line_nodes" integer[] NOT NULL,
	"nodes" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "flow_text_account_id_flow_id_pk" PRIMARY KEY("account_id","flow_id")
);
--> statement-breakpoint
CREATE TABLE "flow_text_pending" (
	"account_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"revision" bigserial NOT NULL,
	CONSTRAINT "flow_text_pending_account_id_flow_id_pk" PRIMARY KEY("account_id","flow_id")
);
--> statement-breakpoint
ALTER TABLE "flow_text" ADD CONSTRAINT "flow_text_account_id_flow_id_flow_account_id_id_fk" FOREIGN KEY ("account_id","flow_id") REFERENCES "public"."flow"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_text_pending" ADD CONSTRAINT "flow_text_pending_account_id_flow_id_flow_account_id_id_fk" FOREIGN KEY ("account_id","flow_id") REFERENCES "public"."flow"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_text_pending_revision" ON "flow_text_pending" USING btree ("revision");--> statement-breakpoint
CREATE FUNCTION "flow_document_written"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "flow_text_pending" ("account_id", "flow_id") VALUES (new."account_id", new."flow_id")
  ON CONFLICT ("account_id", "flow_id") DO UPDATE SET "revision" = excluded."revision";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "flow_document_written" AFTER INSERT OR UPDATE OF "body" ON "flow_document"
FOR EACH ROW EXECUTE FUNCTION "flow_document_written"();
--> statement-breakpoint
INSERT INTO "flow_text_pending" ("account_id", "flow_id") SELECT "account_id", "flow_id" FROM "flow_document";
