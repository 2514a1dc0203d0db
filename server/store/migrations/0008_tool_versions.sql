CREATE TABLE "tool_version" (
	"account_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	"actor_name" text,
	"changed" text[] DEFAULT '{}'::text[] NOT NULL,
	"changed_secrets" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "tool_version_account_id_tool_id_number_pk" PRIMARY KEY("account_id","tool_id","number")
);
--> statement-breakpoint
ALTER TABLE "tool_version" ADD CONSTRAINT "tool_version_account_id_tool_id_tool_account_id_id_fk" FOREIGN KEY ("account_id","tool_id") REFERENCES "public"."tool"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Tools that are there already begin with what they are now; of a secret only that it is set.
INSERT INTO "tool_version" ("account_id", "tool_id", "number", "at", "state")
SELECT "account_id", "id", "version", "updated_at", jsonb_build_object('key', "key", 'name', "name", 'description', "description",
	'enabled', "enabled", 'input_schema', "input_schema", 'output_schema', "output_schema", 'config',
	CASE WHEN "secrets" IS NULL THEN "config"
	ELSE regexp_replace("config"::text, '\{"set": true, "last4": "(\\.|[^"\\])*"\}', '{"set": true}', 'g')::jsonb END)
FROM "tool";