-- A company's directory (SCIM): its tokens, the people and groups that it wrote, what its groups give, its last requests, and
-- memberships that it suspended. A suspended membership is no row of "membership", so nothing that asks for members finds it.

-- JSON in a column of text, by a name that SQLite takes for text: "CAST(attributes AS json_text) ->> 'title'" reads it on both.
CREATE DOMAIN json_text AS json;

CREATE TABLE "directory" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "allow_owner" BOOLEAN NOT NULL DEFAULT false,
    "review_after" TEXT,
    "request_count" INTEGER NOT NULL DEFAULT 0,
    "last_request_at" TIMESTAMPTZ(3),
    "error_day" TEXT,
    "error_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "directory_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "directory_token" (
    "id" TEXT NOT NULL,
    "directory_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "warned_days" INTEGER,

    CONSTRAINT "directory_token_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "directory_user" (
    "id" TEXT NOT NULL,
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
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "directory_user_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "directory_group" (
    "id" TEXT NOT NULL,
    "directory_id" TEXT NOT NULL,
    "external_id" TEXT,
    "display_name" TEXT NOT NULL,
    "display_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_group_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "directory_member" (
    "group_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "directory_member_pkey" PRIMARY KEY ("group_id","member_id")
);

CREATE TABLE "directory_mapping" (
    "id" TEXT NOT NULL,
    "directory_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "group_name" TEXT NOT NULL,
    "role" TEXT,
    "team_id" TEXT,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "directory_mapping_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "directory_request" (
    "directory_id" TEXT NOT NULL,
    "slot" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "scim_type" TEXT,

    CONSTRAINT "directory_request_pkey" PRIMARY KEY ("directory_id","slot")
);

CREATE TABLE "suspended_membership" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "roles" TEXT NOT NULL,
    "fields" TEXT,
    "other_roles" TEXT NOT NULL,
    "teams" TEXT NOT NULL,
    "suspended_at" TIMESTAMPTZ(3) NOT NULL,
    "parked" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "suspended_membership_pkey" PRIMARY KEY ("user_id","organization_id")
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

ALTER TABLE "directory" ADD CONSTRAINT "directory_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_token" ADD CONSTRAINT "directory_token_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_user" ADD CONSTRAINT "directory_user_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_user" ADD CONSTRAINT "directory_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "directory_group" ADD CONSTRAINT "directory_group_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_member" ADD CONSTRAINT "directory_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "directory_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_mapping" ADD CONSTRAINT "directory_mapping_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_mapping" ADD CONSTRAINT "directory_mapping_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "directory_request" ADD CONSTRAINT "directory_request_directory_id_fkey" FOREIGN KEY ("directory_id") REFERENCES "directory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "suspended_membership" ADD CONSTRAINT "suspended_membership_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "suspended_membership" ADD CONSTRAINT "suspended_membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "directory_user_waiting" ON "directory_user"("directory_id", "id") WHERE "waiting_reason" IS NOT NULL AND "deleted_at" IS NULL;
CREATE INDEX "directory_user_deleted" ON "directory_user"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "directory_closed" ON "directory"("closed_at") WHERE "closed_at" IS NOT NULL;
CREATE INDEX "directory_to_review" ON "directory"("id") WHERE "review_after" IS NOT NULL;
