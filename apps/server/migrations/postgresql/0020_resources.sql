-- APIs that tokens are for (RFC 8707) and that are made while the server runs. Every process holds them in memory, as it
-- does clients (flows/platform/resources/resource-directory.ts).

CREATE TABLE "resource" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "comparable" TEXT,
    "metadata" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT,
    "change_number" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "resource_comparable_key" ON "resource"("comparable");
CREATE UNIQUE INDEX "resource_change_number_key" ON "resource"("change_number");
