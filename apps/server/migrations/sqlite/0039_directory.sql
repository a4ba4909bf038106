-- A company's directory (SCIM): its tokens, the people and groups that it wrote, what its groups give, its last requests, and
-- memberships that it suspended. A suspended membership is no row of "membership", so nothing that asks for members finds it.

CREATE TABLE "directory" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" DATETIME NOT NULL,
    "paused_at" DATETIME,
    "closed_at" DATETIME,
    "allow_owner" BOOLEAN NOT NULL DEFAULT false,
    "review_after" TEXT,
    "request_count" INTEGER NOT NULL DEFAULT 0,
    "last_request_at" DATETIME,
    "error_day" TEXT,
    "error_count" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "directory_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "directory_token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "directory_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,
    "revoked_at" DATETIME,
    "warned_days" INTEGER,
    CONSTRAINT "directory_token_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "directory_user" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "directory_id" TEXT NOT NULL,
    "external_id" TEXT,
    "user_name" TEXT NOT NULL,
    "user_name_key" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "email" TEXT,
    "attributes" TEXT NOT NULL,
    "user_id" TEXT,
    "waiting_reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" DATETIME NOT NULL,
    "changed_at" DATETIME NOT NULL,
    "deleted_at" DATETIME,
    CONSTRAINT "directory_user_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "directory_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE "directory_group" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "directory_id" TEXT NOT NULL,
    "external_id" TEXT,
    "display_name" TEXT NOT NULL,
    "display_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" DATETIME NOT NULL,
    "changed_at" DATETIME NOT NULL,
    CONSTRAINT "directory_group_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "directory_member" (
    "group_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    PRIMARY KEY ("group_id", "member_id"),
    CONSTRAINT "directory_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "directory_group" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "directory_mapping" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "directory_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "group_name" TEXT NOT NULL,
    "role" TEXT,
    "team_id" TEXT,
    "removed_at" DATETIME,
    CONSTRAINT "directory_mapping_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "directory_mapping_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "directory_request" (
    "directory_id" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "scim_type" TEXT,

    PRIMARY KEY ("directory_id", "slot"),
    CONSTRAINT "directory_request_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "suspended_membership" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "roles" TEXT NOT NULL,
    "fields" TEXT,
    "other_roles" TEXT NOT NULL,
    "teams" TEXT NOT NULL,
    "suspended_at" DATETIME NOT NULL,
    "parked" BOOLEAN NOT NULL DEFAULT false,

    PRIMARY KEY ("user_id", "organization_id"),
    CONSTRAINT "suspended_membership_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "suspended_membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "directory_organization_id_key" ON "directory"("organization_id");

CREATE UNIQUE INDEX "directory_token_digest_key" ON "directory_token"("digest");

CREATE INDEX "directory_token_directory_id_id_idx" ON "directory_token"("directory_id", "id");

CREATE INDEX "directory_token_expires_at_idx" ON "directory_token"("expires_at");

CREATE INDEX "directory_user_directory_id_id_idx" ON "directory_user"("directory_id", "id");

CREATE INDEX "directory_user_directory_id_email_idx" ON "directory_user"("directory_id", "email");

CREATE INDEX "directory_user_user_id_idx" ON "directory_user"("user_id");

CREATE UNIQUE INDEX "directory_user_directory_id_user_name_key_key" ON "directory_user"("directory_id", "user_name_key");

CREATE UNIQUE INDEX "directory_user_directory_id_external_id_key" ON "directory_user"("directory_id", "external_id");

CREATE UNIQUE INDEX "directory_user_directory_id_user_id_key" ON "directory_user"("directory_id", "user_id");

CREATE INDEX "directory_group_directory_id_id_idx" ON "directory_group"("directory_id", "id");

CREATE UNIQUE INDEX "directory_group_directory_id_display_key_key" ON "directory_group"("directory_id", "display_key");

CREATE UNIQUE INDEX "directory_group_directory_id_external_id_key" ON "directory_group"("directory_id", "external_id");

CREATE INDEX "directory_member_member_id_idx" ON "directory_member"("member_id");

CREATE INDEX "directory_mapping_directory_id_id_idx" ON "directory_mapping"("directory_id", "id");

CREATE INDEX "directory_mapping_team_id_idx" ON "directory_mapping"("team_id");

CREATE INDEX "suspended_membership_organization_id_idx" ON "suspended_membership"("organization_id");

CREATE INDEX "directory_user_waiting" ON "directory_user"("directory_id", "id") WHERE "waiting_reason" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "directory_user_deleted" ON "directory_user"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "directory_closed" ON "directory"("closed_at") WHERE "closed_at" IS NOT NULL;
CREATE INDEX "directory_to_review" ON "directory"("id") WHERE "review_after" IS NOT NULL;
