-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "OrganizationSettings" (
    "organization" TEXT NOT NULL PRIMARY KEY,
    "whoCanAdd" TEXT NOT NULL DEFAULT 'everyone',
    "plan" TEXT NOT NULL DEFAULT 'free',
    "noteCount" INTEGER NOT NULL DEFAULT 0
);

-- CreateIndex
CREATE INDEX "Note_organization_id_idx" ON "Note"("organization", "id");
