-- The processes that serve, for the operators' page of health. A row lives as long as its process is seen.
CREATE TABLE "server_process" (
    "id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "server_process_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "server_process_seen_at_idx" ON "server_process"("seen_at");
