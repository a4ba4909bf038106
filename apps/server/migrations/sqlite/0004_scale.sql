-- Indexes for what would otherwise read a whole table, and smaller ones for what is rare (docs/decisions/0007).

-- Operators look people and organizations up by the beginning of a name (store/directory.ts). Addresses and slugs have
-- their own. The letters A to Z are folded, as lower() does.
CREATE INDEX "user_account_given_name" ON "user_account"(lower("given_name" COLLATE "BINARY")) WHERE "given_name" IS NOT NULL;
CREATE INDEX "user_account_family_name" ON "user_account"(lower("family_name" COLLATE "BINARY")) WHERE "family_name" IS NOT NULL;
CREATE INDEX "organization_name" ON "organization"(lower("name" COLLATE "BINARY"));

-- A person's own part of the audit log, for the copy of their data.
CREATE INDEX "audit_event_actor" ON "audit_event"("actor_id", "id") WHERE "actor_id" IS NOT NULL;
CREATE INDEX "audit_event_target" ON "audit_event"("target_id", "id") WHERE "target_id" IS NOT NULL;

-- Only what waits for the webhook, not every event there ever was.
DROP INDEX "audit_event_pending_id_idx";
CREATE INDEX "audit_event_waiting" ON "audit_event"("id") WHERE "pending" = true;

-- Organizations that were deleted and end after their time of grace.
CREATE INDEX "organization_ending" ON "organization"("delete_after") WHERE "delete_after" IS NOT NULL;

-- Members of an organization page by page.
DROP INDEX "membership_organization_id_idx";
CREATE INDEX "membership_organization_id_user_id_idx" ON "membership"("organization_id", "user_id");
