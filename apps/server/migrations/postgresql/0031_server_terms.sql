-- Terms of the server that are written in the console: a version keeps its text, and one row has the draft and what is in force.
ALTER TABLE "terms_version" ADD COLUMN "text" TEXT;
ALTER TABLE "terms_version" ADD COLUMN "grace_until" TIMESTAMPTZ(3);
ALTER TABLE "terms_version" ADD COLUMN "published_by" TEXT;
ALTER TABLE "terms_version" ADD COLUMN "withdrawn_at" TIMESTAMPTZ(3);
CREATE TABLE "server_terms" (
    "id" TEXT NOT NULL,
    "version" TEXT,
    "draft_version" TEXT,
    "draft_text" TEXT,
    "draft_grace_until" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "server_terms_pkey" PRIMARY KEY ("id")
);
