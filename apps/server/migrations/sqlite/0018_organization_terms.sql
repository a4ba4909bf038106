-- Terms that an organization asks its members to accept: a draft, the versions, and who accepted which.
CREATE TABLE "organization_terms_draft" (
    "organization_id" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "grace_until" DATETIME,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "organization_terms_draft_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "organization_terms" (
    "organization_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "text_digest" TEXT NOT NULL,
    "grace_until" DATETIME,
    "published_by_kind" TEXT NOT NULL,
    "published_by" TEXT,
    "published_at" DATETIME NOT NULL,
    "withdrawn_at" DATETIME,

    CONSTRAINT "organization_terms_pkey" PRIMARY KEY ("organization_id", "version"),
    CONSTRAINT "organization_terms_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Name and address as they were when the person accepted: the record outlives their membership.
CREATE TABLE "organization_terms_acceptance" (
    "organization_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "user_id" TEXT NOT NULL,
    "person_name" TEXT NOT NULL,
    "person_address" TEXT NOT NULL,
    "network" TEXT,
    "accepted_at" DATETIME NOT NULL,

    CONSTRAINT "organization_terms_acceptance_pkey" PRIMARY KEY ("organization_id", "version", "user_id"),
    CONSTRAINT "organization_terms_acceptance_terms_fkey" FOREIGN KEY ("organization_id", "version") REFERENCES "organization_terms" ("organization_id", "version") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "organization_terms_acceptance_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "organization_terms_acceptance_user_id_idx" ON "organization_terms_acceptance"("user_id");

-- The version in force, read with the memberships of whoever signs in.
ALTER TABLE "organization" ADD COLUMN "terms_version" INTEGER;
ALTER TABLE "membership" ADD COLUMN "terms_postponed_at" DATETIME;
