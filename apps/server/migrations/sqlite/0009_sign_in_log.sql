-- Keys of the server that must outlive SECRET. Sealed, and sealed again when SECRET is rotated.
CREATE TABLE "sealed_key" (
    "purpose" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("purpose")
) WITHOUT ROWID;

-- Attempts to sign in. No reference to the person, who may be gone when a batch is written.
CREATE TABLE "sign_in_attempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "bound" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "address_key" TEXT,
    "user_id" TEXT,
    "client_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "interaction_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "device" TEXT NOT NULL
);
CREATE UNIQUE INDEX "sign_in_attempt_bound_place_key" ON "sign_in_attempt"("bound", "place");
CREATE INDEX "sign_in_attempt_address_key_id_idx" ON "sign_in_attempt"("address_key", "id");
CREATE INDEX "sign_in_attempt_user_id_id_idx" ON "sign_in_attempt"("user_id", "id");

-- How many there were, also of those that have no row.
CREATE TABLE "sign_in_daily" (
    "day" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("day", "method", "outcome", "reason", "client_id")
) WITHOUT ROWID;
