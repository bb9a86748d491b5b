package com.example.shop.offers

private val offers = listOf(Offer("spring", 10), Offer("birthday", 15), Offer("thank you", 5))

/** What the cart costs after the best offer. */
fun totalWithOffers(total: Double): Double {
    val offer = bestOffer(offers) { total * (100 - it.percent) / 100 }
    return total * (100 - offer.percent) / 100
}
