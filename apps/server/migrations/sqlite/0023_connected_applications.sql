-- Applications that nobody at the server configured (client metadata documents, open registrations): what a person was
-- shown when they connected one, which of them an organization accepts, and a name for each connection.
ALTER TABLE "consent" ADD COLUMN "connection_id" TEXT;
ALTER TABLE "consent" ADD COLUMN "client_name" TEXT;
ALTER TABLE "consent" ADD COLUMN "redirect_origin" TEXT;
ALTER TABLE "consent" ADD COLUMN "resource" TEXT;
ALTER TABLE "consent" ADD COLUMN "client_digest" TEXT;
CREATE INDEX "consent_organization_id_connection_id_idx" ON "consent"("organization_id", "connection_id");
CREATE INDEX "consent_client_id_organization_id_idx" ON "consent"("client_id", "organization_id");
ALTER TABLE "organization" ADD COLUMN "application_policy" TEXT NOT NULL DEFAULT 'listed';
CREATE TABLE "organization_client_rule" (
    "organization_id" TEXT NOT NULL,
    "application" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "application"),
    CONSTRAINT "organization_client_rule_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
