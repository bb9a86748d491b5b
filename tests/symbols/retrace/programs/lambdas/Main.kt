package sample.lambdas

/** Functions that are inlined by Kotlin's compiler, lambdas that become classes, and a file that becomes one. */
class Main {
    companion object {
        @JvmStatic
        fun main(args: Array<String>) {
            val words = args.toList().ifEmpty { listOf("one", "two", "three") }
            println(words.sumOfLengths { it.length - (args.size % 3) })
            val late = Delayed { words[args.size] }
            println(late.value())
            println(counted(words)(3) + total)
            repeat(args.size) { round -> println(late.twice { first -> first + round.toString().repeat(args[round].length) }) }
        }
    }
}

class Delayed(private val make: () -> String) {
    fun value(): String = make().checked()

    inline fun twice(change: (String) -> String): String {
        val first = change(value())
        return change(first).checked()
    }
}

var total = 0

inline fun List<String>.sumOfLengths(length: (String) -> Int): Int {
    var sum = 0
    for (word in this) {
        if (word.isBlank()) throw IllegalArgumentException("blank after $sum")
        sum += length(word)
    }
    return sum
}

fun String.checked(): String {
    if (length > 400) error("too long: $length")
    total += length
    return this
}

fun counted(words: List<String>): (Int) -> Int = { least ->
    val counts = words.map { word -> word.count { letter -> letter > 'm' } }
    counts.filter { it < least }.fold(0) { sum, count -> sum * 10 + count / least }
}
