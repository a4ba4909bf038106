-- Declared fields of people, organizations and memberships: what may be declared of each (oidc/fields), their values, and
-- what they are found by. Every process holds the declarations in memory, as it does resources.

CREATE TABLE "field" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "unique_in" TEXT NOT NULL,
    "searchable" BOOLEAN NOT NULL,
    "settings" TEXT,
    "position" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT,
    "deprecated_at" DATETIME,
    "change_number" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "field_change_number_key" ON "field"("change_number");

ALTER TABLE "user_account" ADD COLUMN "fields" TEXT;
ALTER TABLE "organization" ADD COLUMN "fields" TEXT;
ALTER TABLE "membership" ADD COLUMN "fields" TEXT;

CREATE TABLE "field_index" (
    "field_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT,
    "organization_id" TEXT,
    PRIMARY KEY ("field_id", "scope", "folded", "subject"),
    CONSTRAINT "field_index_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "field_index_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "field_index_user_id_organization_id_fkey" FOREIGN KEY ("user_id", "organization_id") REFERENCES "membership" ("user_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE INDEX "field_index_user_id_organization_id_idx" ON "field_index"("user_id", "organization_id");
CREATE INDEX "field_index_organization_id_idx" ON "field_index"("organization_id");

CREATE TABLE "field_unique" (
    "field_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "user_id" TEXT,
    "organization_id" TEXT,
    PRIMARY KEY ("field_id", "scope", "folded"),
    CONSTRAINT "field_unique_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "field_unique_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "field_unique_user_id_organization_id_fkey" FOREIGN KEY ("user_id", "organization_id") REFERENCES "membership" ("user_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE INDEX "field_unique_user_id_organization_id_idx" ON "field_unique"("user_id", "organization_id");
CREATE INDEX "field_unique_organization_id_idx" ON "field_unique"("organization_id");
