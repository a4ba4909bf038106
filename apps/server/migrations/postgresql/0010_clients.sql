-- Clients that are made while the server runs, and the numbers of their changes: every process holds them in memory and
-- reads what has changed since the last number it knows (flows/platform/rows-in-memory.ts).

CREATE TABLE "change_counter" (
    "table_name" TEXT NOT NULL PRIMARY KEY,
    "change_number" INTEGER NOT NULL
);

CREATE TABLE "client" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "metadata" TEXT,
    "secret_digest" TEXT,
    "secret_at" TIMESTAMPTZ(3),
    "next_secret_digest" TEXT,
    "next_secret_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "delete_after" TIMESTAMPTZ(3),
    "change_number" INTEGER NOT NULL
);
CREATE UNIQUE INDEX "client_change_number_key" ON "client"("change_number");
CREATE INDEX "client_delete_after" ON "client"("delete_after") WHERE "delete_after" IS NOT NULL;
