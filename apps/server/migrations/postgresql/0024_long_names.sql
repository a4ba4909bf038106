-- Names are searched and ordered by their first 200 characters: PostgreSQL refuses to index a text of some thousand bytes,
-- and a name that was taken before names had a limit in bytes may have so many. SQLite has the same expressions, so that
-- both answer the same statement from an index. The previous version finds the same names without one.
DROP INDEX "user_account_given_name";
DROP INDEX "user_account_family_name";
DROP INDEX "user_account_full_name";
DROP INDEX "user_account_by_name";
DROP INDEX "organization_name";
CREATE INDEX "user_account_given_name" ON "user_account"((lower(substr("given_name", 1, 200) COLLATE "BINARY"))) WHERE "given_name" IS NOT NULL;
CREATE INDEX "user_account_family_name" ON "user_account"((lower(substr("family_name", 1, 200) COLLATE "BINARY"))) WHERE "family_name" IS NOT NULL;
CREATE INDEX "user_account_full_name" ON "user_account"((lower(substr(("given_name" || ' ' || "family_name"), 1, 200) COLLATE "BINARY"))) WHERE "given_name" IS NOT NULL AND "family_name" IS NOT NULL;
-- By family name; accounts without a name come last.
CREATE INDEX "user_account_by_name" ON "user_account"((lower(substr(COALESCE("family_name" || ' ' || "given_name", "family_name", "given_name", '~'), 1, 200) COLLATE "BINARY")), "id");
CREATE INDEX "organization_name" ON "organization"((lower(substr("name", 1, 200) COLLATE "BINARY")));
