-- Each step is written again once, when its episode ends and it gets its reward. With room on its page the new version
-- stays there and no index is touched, which halves the cost of that.
ALTER TABLE "steps" SET (fillfactor = 80);
