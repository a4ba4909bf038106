-- What people may do in applications: permissions, roles that hold them, and who has those roles.

CREATE TABLE "permission" (
    "id" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "min_acr" TEXT,
    "ordinal" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deprecated_at" TIMESTAMPTZ(3),
    "change_number" INTEGER NOT NULL,
    CONSTRAINT "permission_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "permission_resource_name_key" ON "permission"("resource", "name");
CREATE UNIQUE INDEX "permission_ordinal_key" ON "permission"("ordinal");
CREATE UNIQUE INDEX "permission_change_number_key" ON "permission"("change_number");

CREATE TABLE "role" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "assignable_by" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "role_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "role_organization_id_key_key" ON "role"("organization_id", "key");

CREATE TABLE "role_permission" (
    "role_id" TEXT NOT NULL,
    "permission_id" TEXT NOT NULL,
    CONSTRAINT "role_permission_pkey" PRIMARY KEY ("role_id", "permission_id")
);

CREATE INDEX "role_permission_permission_id_idx" ON "role_permission"("permission_id");

CREATE TABLE "membership_role" (
    "user_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "granted_by_kind" TEXT NOT NULL,
    "granted_by" TEXT,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "membership_role_pkey" PRIMARY KEY ("user_id", "organization_id", "role_id")
);

CREATE INDEX "membership_role_organization_id_role_id_idx" ON "membership_role"("organization_id", "role_id");
CREATE INDEX "membership_role_role_id_idx" ON "membership_role"("role_id");

CREATE TABLE "team_role" (
    "team_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "granted_by_kind" TEXT NOT NULL,
    "granted_by" TEXT,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "team_role_pkey" PRIMARY KEY ("team_id", "role_id")
);

CREATE INDEX "team_role_role_id_idx" ON "team_role"("role_id");

ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_permission_id_fkey" FOREIGN KEY ("permission_id") REFERENCES "permission"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "membership_role" ADD CONSTRAINT "membership_role_user_id_organization_id_fkey" FOREIGN KEY ("user_id", "organization_id") REFERENCES "membership"("user_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "membership_role" ADD CONSTRAINT "membership_role_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_role" ADD CONSTRAINT "team_role_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_role" ADD CONSTRAINT "team_role_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "invitation" ADD COLUMN "role_ids" TEXT NOT NULL DEFAULT '';
ALTER TABLE "organization" ADD COLUMN "custom_roles" BOOLEAN;
ALTER TABLE "organization" ADD COLUMN "rights_version" INTEGER NOT NULL DEFAULT 0;
