-- The addresses of accounts that operators made, until their mailboxes are proven.

CREATE TABLE "unverified_address" (
    "address" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    CONSTRAINT "unverified_address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE UNIQUE INDEX "unverified_address_user_id_key" ON "unverified_address"("user_id");
