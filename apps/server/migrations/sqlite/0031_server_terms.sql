-- Terms of the server that are written in the console: a version keeps its text, and one row has the draft and what is in force.
ALTER TABLE "terms_version" ADD COLUMN "text" TEXT;
ALTER TABLE "terms_version" ADD COLUMN "grace_until" DATETIME;
ALTER TABLE "terms_version" ADD COLUMN "published_by" TEXT;
ALTER TABLE "terms_version" ADD COLUMN "withdrawn_at" DATETIME;
CREATE TABLE "server_terms" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "version" TEXT,
    "draft_version" TEXT,
    "draft_text" TEXT,
    "draft_grace_until" DATETIME,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "updated_at" DATETIME NOT NULL
);
