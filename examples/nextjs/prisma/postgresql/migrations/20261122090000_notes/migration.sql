-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "organization" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OrganizationSettings" (
    "organization" TEXT NOT NULL,
    "whoCanAdd" TEXT NOT NULL DEFAULT 'everyone',
    "plan" TEXT NOT NULL DEFAULT 'free',
    "noteCount" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "OrganizationSettings_pkey" PRIMARY KEY ("organization")
);

-- CreateIndex
CREATE INDEX "Note_organization_id_idx" ON "Note"("organization", "id");
