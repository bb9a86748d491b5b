import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { shortCppName } from './short-cpp.ts';
import { shortRustName } from './short-rust.ts';
import { shortSwiftName } from './short-swift.ts';

type Cases = readonly (readonly [full: string, short: string])[];

/** Short forms written by hand, by the rule in the test's name. */
function holds(shorten: (full: string) => string, cases: Cases): void {
  assert.deepEqual(
    cases.map(([full]) => [full, shorten(full)]),
    cases,
  );
}

suite('C++', () => {
  test('parameters, template arguments, qualifiers and return types go', () => {
    holds(shortCppName, [
      ['art::ArenaStack::AllocWithMemoryTool(unsigned int, art::ArenaAllocKind)', 'art::ArenaStack::AllocWithMemoryTool'],
      ['std::map<int, std::string, std::less<int> >::size() const', 'std::map::size'],
      ['Foo::bar() const volatile &&', 'Foo::bar'],
      ['bool llvm::all_of<llvm::ArrayRef<llvm::Value*>>(llvm::ArrayRef<llvm::Value*>&&)', 'llvm::all_of'],
      ['unsigned long long Foo<(Kind)3>::count<int>(int)', 'Foo::count'],
      ['decltype(forward<int>(1)) Min<int>(int&&)', 'Min'],
      ['main', 'main'],
    ]);
  });

  test('ABI tags, clones and layout namespaces of the standard library go', () => {
    holds(shortCppName, [
      ['foo::bar[abi:cxx11][abi:v2]<3>()', 'foo::bar'],
      ['foo(int) [clone .part.0] [clone .isra.2]', 'foo'],
      ['foo(int) (.cold)', 'foo'],
      ['std::__1::vector<int, std::__1::allocator<int> >::push_back(int&&)', 'std::vector::push_back'],
      ['std::__ndk1::basic_string<char>::append(char const*)', 'std::basic_string::append'],
      ['std::__cxx11::list<int>::sort()', 'std::list::sort'],
      ['mine::__1::f()', 'mine::__1::f'],
    ]);
  });

  test('operators keep their brackets', () => {
    holds(shortCppName, [
      ['Foo::operator<(Foo const&)', 'Foo::operator<'],
      ['bool Foo::operator< <int>(Foo const&, int)', 'Foo::operator<'],
      ['Foo::operator<< <std::vector<int> >(Foo const&)', 'Foo::operator<<'],
      ['bool std::operator<<char, std::allocator<char>>(Foo const&)', 'std::operator<'],
      ['Foo::operator<<<int>(int)', 'Foo::operator<<'],
      ['Foo::operator<=><int>(int)', 'Foo::operator<=>'],
      ['Foo::operator->() const', 'Foo::operator->'],
      ['Foo<int>::operator->*(int)', 'Foo::operator->*'],
      ['Foo::operator()(int)', 'Foo::operator()'],
      ['Foo::operator()<int>(int)', 'Foo::operator()'],
      ['Foo::operator[](int) const', 'Foo::operator[]'],
      ['operator new[](unsigned long)', 'operator new[]'],
      ['operator delete(void*)', 'operator delete'],
      ['Foo::operator bool() const', 'Foo::operator bool'],
      ['Foo::operator std::vector<int>*() const', 'Foo::operator std::vector*'],
      ['Foo::operator void (*())(int) const', 'Foo::operator void (*)'],
      ['operator"" _ms(unsigned long long)', 'operator"" _ms'],
      ['operators::operator_name(int)', 'operators::operator_name'],
    ]);
  });

  test('brackets inside of template arguments and parameters mislead nobody', () => {
    holds(shortCppName, [
      ['Foo<((3)>(2))>::baz()', 'Foo::baz'],
      ['Foo<((1)<<(2))>::baz()', 'Foo::baz'],
      ['Foo<&Bar::operator> >::baz()', 'Foo::baz'],
      ['Foo<&Bar::operator-> >::baz(int (*)(Foo<int>))', 'Foo::baz'],
      ['void call<void (*)(int)>(void (*)(int))', 'call'],
      ['void (*get(int))(char)', 'get'],
      ['int (Foo::*pick<int>(bool))(char)', 'pick'],
    ]);
  });

  test('anonymous namespaces, lambdas, constructors and destructors stay readable', () => {
    holds(shortCppName, [
      ['(anonymous namespace)::start()', '(anonymous namespace)::start'],
      ['foo::(anonymous namespace)::Bar<int>::Bar()', 'foo::(anonymous namespace)::Bar::Bar'],
      ['Foo<int>::~Foo()', 'Foo::~Foo'],
      ['main::{lambda(int, auto:1)#2}::operator()<int>(int, int) const', 'main::{lambda#2}'],
      ['void f(int)::{lambda(int)#1}::operator()(int) const', 'f::{lambda#1}'],
      ["main::'lambda'(int)::operator()(int) const", "main::'lambda'"],
      ['hello()::$_0::operator()() const', 'hello::$_0'],
      ['A::{unnamed type#1}::foo()', 'A::{unnamed type#1}::foo'],
    ]);
  });

  test('what is no function of its own says so first', () => {
    holds(shortCppName, [
      ['{virtual override thunk({offset(-16)}, Foo::bar(int))}', 'thunk to Foo::bar'],
      ['non-virtual thunk to Foo<int>::bar()', 'thunk to Foo::bar'],
      ['invocation function for block in foo::bar(int)', 'block in foo::bar'],
      ['guard variable for main()::x', 'guard variable for main::x'],
      ['{vtable(Foo<int>)}', 'vtable for Foo'],
    ]);
  });

  test('Microsoft’s quoted names stay', () => {
    holds(shortCppName, [
      [
        "atom::`anonymous namespace'::Frame::`scalar deleting destructor'(unsigned int)",
        "atom::`anonymous namespace'::Frame::`scalar deleting destructor'",
      ],
    ]);
  });
});

test('Rust: generic arguments go, and inside of `<… as …>` modules', () => {
  holds(shortRustName, [
    ['std::io::Read::read_to_end', 'std::io::Read::read_to_end'],
    ['core::option::Option<T>::map', 'core::option::Option::map'],
    ['alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>', 'alloc::alloc::box_free'],
    ['<foo::bar::Vec<u8>>::push', 'foo::bar::Vec::push'],
    ['<[u8]>::len', '<[u8]>::len'],
    ['<foo::Foo as foo::bar::Trait>::func', '<Foo as Trait>::func'],
    ['<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop', '<Vec as Drop>::drop'],
    ['<&mut alloc::string::String as core::fmt::Write>::write_str', '<&mut String as Write>::write_str'],
    [
      '<core::slice::Iter<u8> as core::iter::Iterator>::rposition::<f::{closure#1}>::{closure#0}',
      '<Iter as Iterator>::rposition::{closure#0}',
    ],
    ['<shop::cart::total::{closure#0} as core::ops::FnOnce<()>>::call_once', '<total::{closure#0} as FnOnce>::call_once'],
    ['<fn(u8) -> core::option::Option<u8> as core::ops::Fn<(u8,)>>::call', '<fn(u8) -> Option as Fn>::call'],
    ['core::ptr::drop_in_place::<alloc::vec::Vec<alloc::string::String>>', 'core::ptr::drop_in_place<Vec>'],
    ['core::ptr::drop_in_place<alloc::string::String>', 'core::ptr::drop_in_place<String>'],
    ['core::slice::<impl [T]>::iter', 'core::slice::<impl [T]>::iter'],
    ['core::fmt::num::<impl core::fmt::Debug for u32>::fmt', 'core::fmt::num::<impl Debug for u32>::fmt'],
    ['hello::main::{{closure}}', 'hello::main::{{closure}}'],
    ['hello::main.llvm.1234567', 'hello::main'],
    ['hello::main.cold.1', 'hello::main'],
  ]);
});

test('Swift: labels take the place of parameters’ types', () => {
  holds(shortSwiftName, [
    ['FeedController.viewDidLoad()', 'FeedController.viewDidLoad()'],
    ['FeedController.tableView(_: UITableView, cellForRowAt: IndexPath)', 'FeedController.tableView(_:cellForRowAt:)'],
    ['one_protocol_twice(Foo, Foo)', 'one_protocol_twice(_:_:)'],
    ['load(from: [String : URL], then: (Result<Data, Error>, Int) -> ())', 'load(from:then:)'],
    ['+- prefix<A>((a: A, b: A))', '+- prefix<A>(_:)'],
    ['«+» infix(Int, Int)', '«+» infix(_:_:)'],
    ['closure #1 in FeedController.viewDidLoad()', 'closure #1 in FeedController.viewDidLoad()'],
    ['inner #1 (x: Int) in outer(Int)', 'inner #1 (x:) in outer(_:)'],
    ['thunk for @escaping @callee_guaranteed (@unowned Int) -> ()', 'thunk for @escaping @callee_guaranteed (@unowned Int) -> ()'],
    ['HasVarInit.state.getter', 'HasVarInit.state.getter'],
  ]);
});
