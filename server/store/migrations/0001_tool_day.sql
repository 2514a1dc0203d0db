CREATE TABLE "tool_day" (
	"account_id" text NOT NULL,
	"tool_id" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "tool_day_account_id_tool_id_day_pk" PRIMARY KEY("account_id","tool_id","day")
);
--> statement-breakpoint
ALTER TABLE "tool_day" ADD CONSTRAINT "tool_day_account_id_tool_id_tool_account_id_id_fk" FOREIGN KEY ("account_id","tool_id") REFERENCES "public"."tool"("account_id","id") ON DELETE cascade ON UPDATE no action;