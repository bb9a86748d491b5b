//! Compiled for its names: generic and trait methods, closures, trait objects, and what the standard library brings along.
use std::collections::HashMap;
use std::fmt::Debug;

pub trait Priced {
    fn cents(&self) -> u64;

    fn label(&self) -> String {
        format!("{} cents", self.cents())
    }
}

pub struct Article<T>(pub T);

impl<T: Into<u64> + Copy> Priced for Article<T> {
    fn cents(&self) -> u64 {
        self.0.into()
    }
}

impl<T: Debug> Article<T> {
    pub fn show(&self) -> String {
        format!("{:?}", self.0)
    }
}

pub fn total(cart: &[Box<dyn Priced>]) -> u64 {
    cart.iter().map(|article| article.cents()).sum()
}

fn main() {
    let cart: Vec<Box<dyn Priced>> = vec![Box::new(Article(100u32)), Box::new(Article(5u8))];
    let mut wishes: HashMap<String, Vec<u32>> = HashMap::new();
    wishes.entry("shoes".into()).or_default().push(1);
    println!("{} {} {:?} {}", total(&cart), cart[0].label(), wishes, Article("x").show());
}
