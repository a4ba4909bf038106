-- The processes that serve, for the operators' page of health. A row lives as long as its process is seen.
CREATE TABLE "server_process" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "version" TEXT NOT NULL,
    "started_at" DATETIME NOT NULL,
    "seen_at" DATETIME NOT NULL
);
CREATE INDEX "server_process_seen_at_idx" ON "server_process"("seen_at");
