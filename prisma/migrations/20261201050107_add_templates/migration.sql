-- CreateTable
CREATE TABLE "templates" (
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "warm" INTEGER,
    "idle_stop_seconds" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "templates_pkey" PRIMARY KEY ("name")
);
