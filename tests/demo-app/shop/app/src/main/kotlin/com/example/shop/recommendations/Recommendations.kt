package com.example.shop.recommendations

import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.startCoroutine
import kotlin.coroutines.suspendCoroutine

private const val RANKING_MS = 330L

/** What others bought. */
class Recommendations {
    private var best = 0

    /** Starts a coroutine that does all of its work on the thread that started it. */
    fun refresh() {
        val ranking: suspend () -> Int = {
            val scores = loadScores()
            val end = System.nanoTime() + RANKING_MS * 1_000_000
            var sum = 0
            while (System.nanoTime() < end) {
                for (score in scores) sum = sum * 31 + score
            }
            sum
        }
        ranking.startCoroutine(Continuation(EmptyCoroutineContext) { best = it.getOrThrow() })
    }

    private suspend fun loadScores(): IntArray = suspendCoroutine { it.resume(IntArray(1000) { item -> item % 13 }) }
}
