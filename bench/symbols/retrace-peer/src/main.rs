//! The peer of the retrace figures: reads a map and retraces a stack trace with the crate `proguard`, then says how long
//! each took. `retrace-peer MAP TRACE OUT` prints a line of JSON.
use std::time::Instant;
use std::{env, fs};

fn main() {
    let [map, trace, out]: [String; 3] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("MAP TRACE OUT");
    let trace = fs::read_to_string(trace).expect("the stack trace");
    let begin = Instant::now();
    let bytes = fs::read(map).expect("the map");
    let mapper = proguard::ProguardMapper::new(proguard::ProguardMapping::new(&bytes));
    let index = begin.elapsed();
    let begin = Instant::now();
    let retraced = mapper.remap_stacktrace(&trace).expect("a stack trace");
    let frames = begin.elapsed();
    fs::write(out, retraced).expect("a place for the answer");
    println!("{{\"indexMs\":{:.3},\"framesMs\":{:.3}}}", index.as_secs_f64() * 1e3, frames.as_secs_f64() * 1e3);
}
