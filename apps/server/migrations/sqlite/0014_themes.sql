-- The look of the pages and mails of the server, a client or an organization: a draft, and what was published.
CREATE TABLE "theme" (
    "scope" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "draft" TEXT,
    "published" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "allowed_name" TEXT,
    "held_name" TEXT,
    "updated_at" DATETIME NOT NULL,

    CONSTRAINT "theme_pkey" PRIMARY KEY ("scope", "scope_id"),
    CONSTRAINT "theme_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "theme_organization_id_idx" ON "theme"("organization_id");
CREATE INDEX "theme_held" ON "theme"("scope", "scope_id") WHERE "held_name" IS NOT NULL;

-- What was published before, to go back to.
CREATE TABLE "theme_version" (
    "scope" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "settings" TEXT NOT NULL,
    "published_by_kind" TEXT NOT NULL,
    "published_by" TEXT,
    "published_at" DATETIME NOT NULL,

    CONSTRAINT "theme_version_pkey" PRIMARY KEY ("scope", "scope_id", "version"),
    CONSTRAINT "theme_version_theme_fkey" FOREIGN KEY ("scope", "scope_id") REFERENCES "theme" ("scope", "scope_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The images of themes, in base64.
CREATE TABLE "theme_image" (
    "scope" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,

    CONSTRAINT "theme_image_pkey" PRIMARY KEY ("scope", "scope_id", "digest"),
    CONSTRAINT "theme_image_theme_fkey" FOREIGN KEY ("scope", "scope_id") REFERENCES "theme" ("scope", "scope_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "theme_image_digest_idx" ON "theme_image"("digest");
