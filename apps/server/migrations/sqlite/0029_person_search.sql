-- What people are found by (docs/decisions/0021): the folded words of their names and addresses, and an index of how each
-- word begins and of its middles. A new server fills both for people who are there already.
CREATE TABLE "person_search" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "user_id" TEXT NOT NULL,
    "names" TEXT NOT NULL,
    "addresses" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "person_updated_at" DATETIME NOT NULL
);
CREATE UNIQUE INDEX "person_search_user_id_key" ON "person_search"("user_id");
-- The key holds everything, so the table is its own index.
CREATE TABLE "person_term" (
    "term" TEXT NOT NULL,
    "person" INTEGER NOT NULL,
    PRIMARY KEY ("term", "person")
) WITHOUT ROWID;
-- Searches no longer read these. The previous version finds the same people without them.
DROP INDEX "user_account_given_name";
DROP INDEX "user_account_family_name";
DROP INDEX "user_account_full_name";
DROP INDEX "email_domain";
