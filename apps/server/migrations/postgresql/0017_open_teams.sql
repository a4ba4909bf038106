-- A team that every member of its organization may join, because an owner or admin opened it.
ALTER TABLE "team" ADD COLUMN "open_to_members" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "team_organization_id_open_to_members_id_idx" ON "team"("organization_id", "open_to_members", "id");
