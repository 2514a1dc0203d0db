ALTER TABLE "account" ADD COLUMN "flow_cost_since" date;--> statement-breakpoint
ALTER TABLE "flow" ADD COLUMN "recent_cost" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "flow" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "flow_status_order" ON "flow" USING btree ("account_id",array_position(array['active', 'paused', 'draft', 'archived'], "status"),"id");--> statement-breakpoint
CREATE INDEX "flow_cost" ON "flow" USING btree ("account_id","recent_cost","id");