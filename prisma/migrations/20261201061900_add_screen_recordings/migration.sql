-- CreateTable
CREATE TABLE "screen_recordings" (
    "episode_id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "recording" TEXT NOT NULL,

    CONSTRAINT "screen_recordings_pkey" PRIMARY KEY ("episode_id","index")
);

-- AddForeignKey
ALTER TABLE "screen_recordings" ADD CONSTRAINT "screen_recordings_episode_id_fkey" FOREIGN KEY ("episode_id") REFERENCES "episodes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
